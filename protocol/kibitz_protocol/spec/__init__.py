"""Specifications made from the message models: JSON Schemas, an AsyncAPI document and TypeScript types."""
