"""Characters whose traits are typed dice codes with pips, as games of the D6 family have them."""
