"""A machine that lends its processors to the servers of a cluster: it joins, announces itself, and runs searches."""
