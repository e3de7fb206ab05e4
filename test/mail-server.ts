import { buffer } from 'node:stream/consumers'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

/** How the server reacts to a mail: accepts it, refuses it with a code, accepts it and never replies, or breaks off. */
type Behaviour = 'accept' | 'hang' | 'reset' | number

type Received = Email & { recipients: string[]; raw: string }

/** A real SMTP server on loopback. Ends with the test file. */
export async function startMailServer() {
  const received: Received[] = []
  const script: Behaviour[] = []
  let defaultBehaviour: Behaviour = 'accept'
  let senderReplyCode: number | null = null

  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    onMailFrom(_address, _session, done) {
      done(
        senderReplyCode === null
          ? null
          : Object.assign(new Error('Refused'), { responseCode: senderReplyCode }),
      )
    },
    async onData(stream, session, done) {
      const raw = await buffer(stream)
      const behaviour = script.shift() ?? defaultBehaviour
      const recipients = session.envelope.rcptTo.map(({ address }) => address)
      if (behaviour === 'accept' || behaviour === 'hang') {
        received.push({ ...(await PostalMime.parse(raw)), recipients, raw: raw.toString() })
      }
      if (behaviour === 'accept') return done()
      if (behaviour === 'reset') return server.connections.forEach((connection) => connection.close())
      if (behaviour !== 'hang') done(Object.assign(new Error('Refused'), { responseCode: behaviour }))
    },
  })
  server.on('error', () => {})
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  after(() => new Promise<void>((done) => server.close(() => done())))

  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    received,
    to: (address: string) => received.filter(({ recipients }) => recipients.includes(address)),
    /** The reactions to the next mails, one each. */
    next: (...behaviours: Behaviour[]) => script.push(...behaviours),
    /** The reaction to all others. */
    always: (behaviour: Behaviour) => (defaultBehaviour = behaviour),
    /** The reply code to the sender, until it is changed. */
    replyToSenders: (code: number | null) => (senderReplyCode = code),
  }
}
