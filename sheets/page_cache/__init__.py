"""Keeps finished pages in the memory of a process, and answers with them while nothing that they
were made of has changed.

A page is kept with the queries that its view made. When it is asked for again, with the same
address and the same cookies, those queries run first: only if each of them returns the same rows is
the page answered again. So nobody gets a page that they may not see by now, and no page is out of
date, whatever has been written by whichever process. What takes time, the models, the rules and the
templates, is spared.

This holds for a view whose response depends on nothing but its request, the database, the settings
and the clock of the queries. Such a view is declared with `cached_page`.
"""
