"""What has to be made before the package can be: catalogues, types for the client, card faces, the client itself."""
