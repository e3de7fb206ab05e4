import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { StartError } from '../errors/start-error.ts'
import { parseConnectionString, withEngine } from './connection-string.ts'

const certificate = new URL('../../../test/fixtures/localhost.crt', import.meta.url).pathname

suite('the address of a database', () => {
  test('names hosts, ports, user, password and database', () => {
    const target = parseConnectionString('postgresql://ana:p%40ss@a:1,[::1]:2,c/tienda?options=-c%20x%3D1')
    assert.deepEqual(target.hosts, [
      { host: 'a', port: 1 },
      { host: '::1', port: 2 },
      { host: 'c', port: 5432 },
    ])
    assert.deepEqual(
      [target.user, target.password, target.database, target.options, target.sessionAttributes],
      ['ana', 'p@ss', 'tienda', '-c x=1', 'any'],
    )
  })

  test('accepts the folder of a socket, percent-encoded or in the query', () => {
    const hosts = [{ host: '/run/pg', port: 5432 }]
    assert.deepEqual(parseConnectionString('postgres://u@%2Frun%2Fpg/d').hosts, hosts)
    assert.deepEqual(parseConnectionString('postgres:///d?host=/run/pg&user=u').hosts, hosts)
  })

  test('has the defaults of libpq', () => {
    const { hosts, database } = parseConnectionString('postgres://ana@')
    assert.deepEqual([hosts, database], [[{ host: 'localhost', port: 5432 }], 'ana'])
  })

  test('configures TLS by sslmode', () => {
    const of = (query: string) =>
      parseConnectionString(`postgres://u@h/d?${query}`).encryption.map((tls) =>
        tls
          ? tls.rejectUnauthorized === false
            ? 'any'
            : tls.checkServerIdentity
              ? 'issuer'
              : 'host'
          : 'plain',
      )
    assert.deepEqual(of(''), ['any', 'plain'])
    assert.deepEqual(of('sslmode=disable'), ['plain'])
    assert.deepEqual(of('sslmode=allow'), ['plain', 'any'])
    assert.deepEqual(of('sslmode=require'), ['any'])
    assert.deepEqual(of(`sslmode=require&sslrootcert=${certificate}`), ['issuer'])
    assert.deepEqual(of('sslmode=verify-ca&sslrootcert=system'), ['issuer'])
    assert.deepEqual(of('sslmode=verify-full'), ['host'])
  })

  test('has the engine', () => {
    const of = (url: string) => parseConnectionString(withEngine(url, 'citus'))
    assert.equal(parseConnectionString(withEngine('postgres://u@h/d', 'postgresql')).engine, 'postgresql')
    assert.deepEqual([of('postgres://u@h/d').engine, of('postgres://u@h/d').database], ['citus', 'd'])
    assert.deepEqual([of('postgres://h/d?user=u').engine, of('postgres://h/d?user=u').user], ['citus', 'u'])
  })

  test('is not quoted in the error when it is invalid', () => {
    for (const [address, why] of [
      ['postgres://u:secret@a:99999/d', /port 99999/],
      ['postgres://u:secret@h/d?sslmode=maybe', /sslmode=maybe/],
      ['postgres://u:secret@h/d?target_session_attrs=fast', /target_session_attrs=fast/],
      ['postgres://u:secret@h/d?sslrootcert=/nowhere', /nowhere/],
      ['postgres://u:secret%@h/d', /DATABASE_URL/],
      ['mysql://u:secret@h/d', /postgres:\/\//],
    ] as const) {
      assert.throws(
        () => parseConnectionString(address),
        (error: unknown) =>
          error instanceof StartError && why.test(error.message) && !error.message.includes('secret'),
      )
    }
  })
})
