export const OWNER_EMAIL = 'hola@cerroceniza.example'
