"""Sets pages from kept parts, where nothing on them needs more than that.

WeasyPrint sets a paragraph once: its lines, drawing, tags and fields are kept by text, style and
width. Pages are then put together of kept paragraphs by the few rules of CSS that ours use: blocks,
floats, tables of fixed layout, and the breaks between pages. Of pictures only the sizes are kept.
The HTML and the stylesheets stay the only description of a page.
Whatever else a page asks for raises `NotKept`, and WeasyPrint lays it out as a whole.
"""
