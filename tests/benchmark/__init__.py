"""Measurements of speed: `bin/bench`. All are taken in turns within one run and shown as ratios."""

import django

django.setup()
