"""Work of the app on behalf of its screens, as objects that the app builds and holds."""
