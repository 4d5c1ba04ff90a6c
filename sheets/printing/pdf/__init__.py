"""PDF files, made by WeasyPrint in processes of their own."""
