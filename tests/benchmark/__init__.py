"""How fast it is: `bin/bench`. All is measured in turns within one run and shown as ratios."""

import django

django.setup()
