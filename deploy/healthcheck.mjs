// Whether the service beside it is ready, for HEALTHCHECK of Docker: over HTTPS where it serves that itself.
import { get as getPlain } from 'node:http'
import { get as getSecure } from 'node:https'

const get = process.env.TLS_CERT_FILE ? getSecure : getPlain
const host = ['0.0.0.0', '::', undefined].includes(process.env.HOST) ? '127.0.0.1' : process.env.HOST
// The certificate is the public name's, and the question stays on this machine.
const options = {
  host,
  port: process.env.PORT || 3000,
  path: '/api/ready',
  rejectUnauthorized: false,
  timeout: 3000,
}
get(options, ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1))
  .on('timeout', () => process.exit(1))
  .on('error', () => process.exit(1))
