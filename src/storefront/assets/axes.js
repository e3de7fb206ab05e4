// A page of release 0.2.0 that is still open imports this file for its chips: it gets the present page instead.
location.replace(location.pathname + location.search)
