"""The deployment: settings, URLs, health checks, headers and the server. It holds no product
logic.
"""
