"""Sets a page from kept parts, where nothing on it needs more than that.

WeasyPrint sets a paragraph once: its lines, drawing, tags and fields are kept by text, style and
width. A page is then put together of kept paragraphs by the few rules of CSS that our pages use:
blocks, floats, tables of fixed layout. The HTML and the stylesheets stay its only description.
Whatever else a page asks for raises `NotKept`, and WeasyPrint lays it out as a whole.
"""
