"""What a browser needs to install the page as an app."""
