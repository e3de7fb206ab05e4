/** The library's session, in which nobody is signed in: the panel's own says who consents, at each request. */
export const SESSION_COOKIE = 'vitrina-oauth-session'
/** Binds the consent page to the browser that asked. */
export const REQUEST_COOKIE = 'vitrina-oauth-request'
