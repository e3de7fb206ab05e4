import assert from 'node:assert/strict'
import { createHash, createHmac, randomUUID } from 'node:crypto'
import { suite, test } from 'node:test'
import { aPerson, PASSWORD } from '../../../../test/accounts.ts'
import { notificationOf, startMercadoPago } from '../../../../test/mercadopago.ts'
import { aMercadoPagoShop } from '../../../../test/online-shop.ts'
import { aMember, signedIn } from '../../../../test/panel.ts'
import { startService } from '../../../../test/service.ts'
import { waitFor } from '../../../../test/wait-for.ts'
import { createLog } from '../../../core/process/log.ts'
import { removeMember } from '../../team/change.ts'
import { renewExpiring, encryptByFirstKey } from './renew.ts'
import { openProviders } from './providers.ts'

const mercadoPago = await startMercadoPago()
const [oldKey, newKey] = [Buffer.alloc(32, 1).toString('base64'), Buffer.alloc(32, 2).toString('base64')]
const service = await startService({ ...mercadoPago.env, SECRET_KEY: oldKey })
const { sql, app } = service
const log = createLog('silent')

const accountOf = async (storeId: string) => {
  const [row] = await sql<{ state: string; secrets: string; expiresAt: string }[]>`
    select state, secrets, expires_at from payment_accounts where store_id = ${storeId}`
  return row
}

/** An owner on the way back from the provider. */
async function anAttempt() {
  const { store, base, person } = await aMember(service, 'OWNER', { currency: 'MXN' })
  const started = await person.post(`${base}/pagos/conectar/mercadopago`)
  const back = new URL(mercadoPago.authorize(started.location!))
  return { store, base, person, started, back: back.pathname + back.search }
}

suite('connecting Mercado Pago', () => {
  test('leads to the provider with a state and a PKCE challenge, which the policy of the page allows', async () => {
    const { base, person, started } = await anAttempt()
    assert.equal(started.status, 303)
    const { origin, pathname, searchParams } = new URL(started.location!)
    assert.equal(`${origin}${pathname}`, `${mercadoPago.url}/auth/authorization`)
    assert.equal(searchParams.get('code_challenge_method'), 'S256')
    assert.match(searchParams.get('redirect_uri')!, /\/panel\/conexion\/mercadopago$/)
    const page = await person.get(`${base}/pagos`)
    assert.match(
      page.headers.get('content-security-policy')!,
      new RegExp(`form-action 'self' ${mercadoPago.url};`),
    )
  })

  test('stores encrypted tokens and makes the payment method', async () => {
    const { store, base, person, back } = await anAttempt()
    const answer = await person.get(back)
    assert.deepEqual([answer.status, answer.location], [303, `${base}/pagos`])
    const { state, secrets } = (await accountOf(store.id))!
    assert.equal(state, 'connected')
    assert.doesNotMatch(secrets, /APP_USR-|TG-[\da-f]{24}/)
    const methods = await service.get('/api/v1/payment-methods', store.key)
    assert.deepEqual(
      methods.json.data.map(({ kind, isActive }) => [kind, isActive]),
      [['mercadopago', true]],
    )
    assert.match((await person.get(`${base}/pagos`)).text, /Conectada: cada pedido se marca pagado solo/)
  })

  test('stores tokens that are of no use in the row of another store', async () => {
    const [one, other] = [
      await aMercadoPagoShop(service, mercadoPago),
      await aMercadoPagoShop(service, mercadoPago),
    ]
    await sql`
      update payment_accounts
      set secrets = (select secrets from payment_accounts as taken where store_id = ${one.store.id})
      where store_id = ${other.store.id}`
    assert.equal((await other.place()).json.payment!.payUrl, null)
    assert.notEqual((await one.place()).json.payment!.payUrl, null)
    await sql`delete from payment_accounts where store_id = ${other.store.id}`
  })

  test('is not finished in the session of another person, nor with another state', async () => {
    const { store, back } = await anAttempt()
    const stranger = await aMember(service, 'OWNER')
    mercadoPago.requests.length = 0
    await stranger.person.get(back)
    const again = await signedIn(service, store.ownerId)
    await again.get(back)
    assert.equal(await accountOf(store.id), undefined)
    assert.equal(mercadoPago.requests.length, 0, 'the code is not even tried')
  })

  test('connects the store that it was begun for, whatever else the address names', async () => {
    const { store, person, back } = await anAttempt()
    const other = await aMember(service, 'OWNER')
    await person.get(`${back}&store_id=${other.store.id}&storeId=${other.store.id}`)
    assert.deepEqual(
      [(await accountOf(store.id))?.state, await accountOf(other.store.id)],
      ['connected', undefined],
    )
  })

  test('is not finished by somebody who left the team meanwhile', async () => {
    const { store, base, person } = await aMember(service, 'ADMIN')
    const started = await person.post(`${base}/pagos/conectar/mercadopago`)
    await removeMember(sql, store.id, person.accountId)
    const back = new URL(mercadoPago.authorize(started.location!))
    assert.equal((await person.get(back.pathname + back.search)).status, 404)
    assert.equal(await accountOf(store.id), undefined)
  })

  test('has another state and challenge at every try, which are not made of what the session holds', async () => {
    const { store, base, person } = await aMember(service, 'OWNER')
    const tries = await Promise.all(
      [1, 2].map(async () => new URL((await person.post(`${base}/pagos/conectar/mercadopago`)).location!)),
    )
    for (const name of ['state', 'code_challenge'])
      assert.equal(new Set(tries.map(({ searchParams }) => searchParams.get(name))).size, 2, name)
    // As whoever has the cookie could make one.
    const at = Math.floor(Date.now() / 1000)
    const hmac = (text: string) => createHmac('sha256', person.token).update(text).digest('base64url')
    const state = `${store.id}.${at}.${hmac(`connect mercadopago ${store.id} ${at}`)}`
    const forged = new URL(tries[0]!)
    forged.searchParams.set('state', state)
    forged.searchParams.set(
      'code_challenge',
      createHash('sha256')
        .update(hmac(`verifier ${state}`))
        .digest('base64url'),
    )
    const back = new URL(mercadoPago.authorize(forged.href))
    await person.get(back.pathname + back.search)
    assert.equal(await accountOf(store.id), undefined)
  })

  test('asks for the password to finish as it does to begin, where the proof has become old', async () => {
    const { id: ownerId } = await aPerson(service)
    const { store, base, person } = await aMember(service, 'OWNER', { ownerId, currency: 'MXN' })
    const started = await person.post(`${base}/pagos/conectar/mercadopago`)
    const back = new URL(mercadoPago.authorize(started.location!))
    await sql`update sessions set proved_at = now() - interval '10 minutes' where id = ${person.sessionId}`
    const question = await person.get(back.pathname + back.search)
    assert.match(question.text, /Confirma que eres tú/)
    assert.match(
      (await person.get(`${back.pathname}${back.search}&_password=${PASSWORD}`)).text,
      /Confirma que eres tú/,
    )
    const fields = { ...Object.fromEntries(back.searchParams), _password: 'otra-clave-distinta' }
    assert.match((await person.post(back.pathname, fields)).text, /La contraseña no es correcta/)
    assert.equal(await accountOf(store.id), undefined)
    const done = await person.post(back.pathname, { ...fields, _password: PASSWORD })
    assert.deepEqual([done.status, done.location], [303, `${base}/pagos`], done.text)
    assert.equal((await accountOf(store.id))!.state, 'connected')
  })

  test('is finished once', async () => {
    const { store, base, person, back } = await anAttempt()
    await person.get(back)
    await person.post(`${base}/pagos/desconectar/mercadopago`)
    mercadoPago.requests.length = 0
    assert.equal((await person.get(back)).location, '/panel')
    assert.deepEqual([await accountOf(store.id), mercadoPago.requests.length], [undefined, 0])
  })

  test('is not for staff', async () => {
    const { base, person } = await aMember(service, 'STAFF')
    assert.equal((await person.post(`${base}/pagos/conectar/mercadopago`)).status, 403)
  })

  test('says where the owner did not allow it', async () => {
    const { store, base, person, back } = await anAttempt()
    const denied = await person.get(back.replace(/code=[^&]+/, 'error=access_denied'))
    assert.equal(denied.location, `${base}/pagos`)
    assert.match((await person.follow(denied)).text, /No se conectó/)
    assert.equal(await accountOf(store.id), undefined)
  })
})

suite('the tokens', () => {
  test('are renewed before they lapse, once by several processes', async () => {
    const { store } = await aMercadoPagoShop(service, mercadoPago)
    const before = (await accountOf(store.id))!
    await sql`update payment_accounts set expires_at = now() + interval '20 days' where store_id = ${store.id}`
    mercadoPago.requests.length = 0
    await Promise.all([1, 2, 3].map(() => renewExpiring(sql, log, app.providers)))
    const after = (await accountOf(store.id))!
    assert.notEqual(after.secrets, before.secrets)
    assert.ok(Date.parse(after.expiresAt) > Date.now() + 100 * 86_400_000)
    assert.equal(mercadoPago.requests.length, 1)
  })

  test('whose time is up are renewed before they are used', async () => {
    const { store, place } = await aMercadoPagoShop(service, mercadoPago)
    await sql`update payment_accounts set expires_at = now() where store_id = ${store.id}`
    mercadoPago.requests.length = 0
    assert.notEqual((await place()).json.payment!.payUrl, null)
    assert.deepEqual(
      mercadoPago.requests.map(({ path }) => path),
      ['/oauth/token', '/checkout/preferences'],
    )
    assert.ok(Date.parse((await accountOf(store.id))!.expiresAt) > Date.now())
  })

  test('stay where the provider does not respond, or does not know the application', async () => {
    const { store } = await aMercadoPagoShop(service, mercadoPago)
    await sql`update payment_accounts set expires_at = now() where store_id = ${store.id}`
    for (const how of [{ status: 500 }, { status: 400, body: { error: 'invalid_client' } }]) {
      mercadoPago.failWith(() => how)
      await renewExpiring(sql, log, app.providers)
    }
    mercadoPago.failWith(null)
    assert.equal((await accountOf(store.id))!.state, 'connected')
    await renewExpiring(sql, log, app.providers)
    assert.ok(Date.parse((await accountOf(store.id))!.expiresAt) > Date.now())
  })

  test('are encrypted by a new key, after which the old one is not needed', async () => {
    const { store, place } = await aMercadoPagoShop(service, mercadoPago)
    const both = openProviders({
      ...app.config,
      secretKeys: [Buffer.from(newKey, 'base64'), Buffer.from(oldKey, 'base64')],
    })
    const other = await aMercadoPagoShop(service, mercadoPago)
    await sql`update payment_accounts set secrets = 'lost.a.b.c' where store_id = ${other.store.id}`
    await encryptByFirstKey(sql, log, both)
    await sql`delete from payment_accounts where store_id = ${other.store.id}`
    const alone = await startService({ ...mercadoPago.env, SECRET_KEY: newKey }, service)
    assert.ok((await place()).json.payment!.payUrl === null, 'the old key alone reads it no more')
    const page = await alone.app.openPaymentPage(store.id, (await orderIds(store.id))[0]!)
    assert.ok(typeof page === 'object')
    await encryptByFirstKey(
      sql,
      log,
      openProviders({
        ...app.config,
        secretKeys: [Buffer.from(oldKey, 'base64'), Buffer.from(newKey, 'base64')],
      }),
    )
  })
})

const orderIds = async (storeId: string) =>
  (await sql<{ id: string }[]>`select id from orders where store_id = ${storeId}`).map(({ id }) => id)

suite('a store that disconnects', () => {
  test('is forgotten: no tokens, no page, no method to choose; the record of changes has both, without secrets', async () => {
    const { store, base, person, place } = await aMercadoPagoShop(service, mercadoPago)
    await place()
    assert.equal((await person.post(`${base}/pagos/desconectar/mercadopago`)).status, 303)
    assert.equal(await accountOf(store.id), undefined)
    const pages = await sql`select 1 from payment_pages where store_id = ${store.id}`
    assert.equal(pages.length, 0)
    const methods = await service.get('/api/v1/payment-methods', store.key)
    assert.deepEqual(
      methods.json.data.map(({ isActive }) => isActive),
      [false],
    )
    const on = { key: store.key, body: { isActive: true } }
    const switched = await service.put(`/api/v1/payment-methods/${methods.json.data[0]!.id}`, on)
    assert.deepEqual([switched.status, switched.json.code], [409, 'NOT_CONNECTED'])

    const changes = (await service.get('/api/v1/changes', store.key)).json.data
    const accounts = changes
      .flatMap(({ items }) => items)
      .filter(({ resource }) => resource === 'paymentAccount')
    assert.deepEqual(
      accounts.map(({ action, name }) => [action, name]),
      [
        ['delete', 'Mercado Pago'],
        ['create', 'Mercado Pago'],
      ],
    )
    assert.doesNotMatch(JSON.stringify(changes), /secrets":"|APP_USR-|TG-[\da-f]{24}/)
  })

  test('just as another account is connected waits for that, without a deadlock', async () => {
    const { store, base, person, place } = await aMercadoPagoShop(service, mercadoPago)
    await place()
    await sql`update payment_accounts set account_id = '999' where store_id = ${store.id}`
    const started = await person.post(`${base}/pagos/conectar/mercadopago`)
    const back = new URL(mercadoPago.authorize(started.location!))
    const both: Promise<{ status: number }>[] = []
    await sql.begin(async (tx) => {
      await tx`select from payment_pages where store_id = ${store.id} for update`
      const waiting = async () =>
        (
          await tx`
            select
            from pg_stat_activity
            where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`
        ).length
      both.push(person.get(back.pathname + back.search))
      await waitFor(async () => (await waiting()) >= 1)
      both.push(person.post(`${base}/pagos/desconectar/mercadopago`))
      await waitFor(async () => (await waiting()) >= 2)
    })
    assert.deepEqual(
      (await Promise.all(both)).map(({ status }) => status),
      [303, 303],
    )
    assert.equal(await accountOf(store.id), undefined)
  })

  test('connects again with the same method', async () => {
    const { store, base, person } = await aMercadoPagoShop(service, mercadoPago)
    await person.post(`${base}/pagos/desconectar/mercadopago`)
    const started = await person.post(`${base}/pagos/conectar/mercadopago`)
    const back = new URL(mercadoPago.authorize(started.location!))
    await person.get(back.pathname + back.search)
    const methods = await service.get('/api/v1/payment-methods', store.key)
    assert.deepEqual(
      methods.json.data.map(({ isActive }) => isActive),
      [true],
    )
  })
})

suite('POST /api/payments/mercadopago', () => {
  const send = ({ path, ...rest }: ReturnType<typeof notificationOf>) => service.post(path, rest)

  test('with a false signature is 401', async () => {
    const { account } = await aMercadoPagoShop(service, mercadoPago)
    const genuine = notificationOf({ account, paymentId: '123' })
    assert.equal((await send(genuine)).status, 200)
    assert.equal((await send(notificationOf({ account, paymentId: '123', secret: 'otro' }))).status, 401)
    assert.equal((await send(notificationOf({ account, paymentId: '123', signedId: '124' }))).status, 401)
    assert.equal(
      (await send({ ...genuine, headers: { ...genuine.headers, 'x-request-id': randomUUID() } })).status,
      401,
    )
    for (const signature of ['', 'ts=1', 'v1=00', `ts=1,v1=${'0'.repeat(64)}`, 'ts=1,v1=zz'])
      assert.equal(
        (await send({ ...genuine, headers: { ...genuine.headers, 'x-signature': signature } })).status,
        401,
      )
  })

  test('is 400 where what is signed is no JSON, or does not say whose payment it is', async () => {
    const signed = notificationOf({ account: 5, paymentId: '123' })
    for (const body of ['null', '{}', '[1]', '{"user_id"']) {
      const { status, json } = await service.post(signed.path, { ...signed, body })
      assert.deepEqual([status, json.details?.field], [400, 'body'], body)
    }
  })

  test('is signed over the id in lower case', async () => {
    const { account } = await aMercadoPagoShop(service, mercadoPago)
    assert.equal(
      (await send(notificationOf({ account, paymentId: 'ORD01AB', signedId: 'ord01ab' }))).status,
      200,
    )
  })

  test('about something else, or of an account that nobody has connected, is received and ignored', async () => {
    const { store, account } = await aMercadoPagoShop(service, mercadoPago)
    assert.equal((await send(notificationOf({ account, paymentId: '5', type: 'plan' }))).status, 200)
    assert.equal((await send(notificationOf({ account: 5, paymentId: '5' }))).status, 200)
    const waiting = await sql`select 1 from deliveries where store_id = ${store.id} and kind = 'payment'`
    assert.equal(waiting.length, 0)
  })

  test('that repeats while it waits is one', async () => {
    const { store, account } = await aMercadoPagoShop(service, mercadoPago)
    for (let n = 0; n < 6; n++) await send(notificationOf({ account, paymentId: '77' }))
    const waiting = await sql`select 1 from deliveries where store_id = ${store.id} and kind = 'payment'`
    assert.equal(waiting.length, 1)
  })
})
