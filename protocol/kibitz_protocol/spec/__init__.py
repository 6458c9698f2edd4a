"""Specifications made from the message models: JSON Schemas and an AsyncAPI document."""
