import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { aShippingOption } from '../../../../test/factories.ts'
import { aMember } from '../../../../test/panel.ts'
import { startService } from '../../../../test/service.ts'

const service = await startService({ LOG_LEVEL: 'error' })

suite('the codes of tables', () => {
  test('are as many as are asked for, and linked where something is had at a table', async () => {
    const { store, base, person } = await aMember(service, 'OWNER')
    assert.doesNotMatch((await person.get(`${base}/compartir`)).text, /compartir\/mesas/)
    await aShippingOption(service, store, { kind: 'here' })
    assert.match((await person.get(`${base}/compartir`)).text, /compartir\/mesas/)
    const codes = async (until: string) =>
      (await person.get(`${base}/compartir/mesas?hasta=${until}`)).text.match(/<figure/g)?.length
    assert.deepEqual([await codes('4'), await codes('9999'), await codes('x')], [4, 100, 12])
  })
})
