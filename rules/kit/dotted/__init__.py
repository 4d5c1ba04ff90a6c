"""Characters whose traits are dots, rolled as pools of dice."""
