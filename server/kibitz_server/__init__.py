"""Server of Kibitz: hosts matches, runs engine searches and stores every accepted event."""
