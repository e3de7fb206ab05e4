/** The account of the demo's owner, by which its shops are known from others. */
export const OWNER_EMAIL = 'hola@cerroceniza.example'
