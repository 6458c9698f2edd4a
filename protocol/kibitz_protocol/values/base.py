"""Base classes of all values. All models are immutable.

Values from a client forbid unknown fields, so that a misspelt field is reported. Values from a server ignore unknown
fields, so that an older client keeps working when a field is added.
"""

from pydantic import BaseModel, ConfigDict


class ClientModel(BaseModel):
    """Base class of values from a client."""

    # Invalid input may be a secret, so validation errors do not repeat it.
    model_config = ConfigDict(extra="forbid", frozen=True, hide_input_in_errors=True)


class ServerModel(BaseModel):
    """Base class of values from a server."""

    model_config = ConfigDict(extra="ignore", frozen=True, allow_inf_nan=False)
