"""The site as an app on a device, and its pages without a connection."""
