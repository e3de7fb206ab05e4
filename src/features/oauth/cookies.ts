/** The library's own session, which holds no sign-in: who consents is read from the panel's session at each request. */
export const SESSION_COOKIE = 'vitrina-oauth-session'
/** Binds the consent page to the browser that made the request. */
export const REQUEST_COOKIE = 'vitrina-oauth-request'
