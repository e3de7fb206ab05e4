import { connect } from 'node:net'

/** The response to a request in raw HTTP; without a text, to a connection on which nothing is sent. */
export function rawRequest(url: string, text = ''): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    let answer = ''
    socket.setEncoding('utf8').on('data', (chunk: string) => (answer += chunk))
    socket.on('close', () => resolve(answer)).on('error', reject)
    if (text) socket.write(text)
  })
}
