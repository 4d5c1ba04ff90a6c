"""Runs work in separate processes, each with a limit on memory and processor time. It does not know
what the work is.
"""
