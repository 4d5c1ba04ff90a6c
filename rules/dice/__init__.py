"""Dice: codes with pips, pools with their exact chances, dice that explode, and successes."""
