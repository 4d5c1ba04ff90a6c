"""Every write: one function each, in one transaction, through `writing.write`. No HTTP here."""
