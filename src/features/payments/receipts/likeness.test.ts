import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import sharp from 'sharp'
import { drawReceipt, LAYOUTS, someReceipt } from '../../../../test/receipt-pictures.ts'
import { convert } from '../../media/convert.ts'
import { isAlike, keysOf, similarKeys } from './likeness.ts'

async function fingerprint(picture: Buffer): Promise<Buffer> {
  return (await convert({ kind: 'receipt', picture, mayBeLarge: true })).fingerprint!
}

const draw = (facts: Partial<typeof someReceipt>, layout: number) =>
  drawReceipt({ ...someReceipt, ...facts }, layout)
    .png()
    .toBuffer()

suite('two pictures of receipts', () => {
  for (let layout = 0; layout < LAYOUTS; layout++) {
    test(`are alike when one is the other re-encoded, resized and cropped (layout ${layout})`, async () => {
      const original = await draw({}, layout)
      const { width, height } = await sharp(original).metadata()
      const cut = { left: Math.round(width * 0.04), top: Math.round(height * 0.04) }
      const cropped = await sharp(original)
        .extract({ ...cut, width: width - 2 * cut.left, height: height - cut.top })
        .toBuffer()
      const again = await sharp(cropped)
        .resize(Math.round(width * 0.6))
        .jpeg({ quality: 45 })
        .toBuffer()
      const [before, after] = [await fingerprint(original), await fingerprint(again)]
      assert.ok(isAlike(after, before))
      assert.ok(isAlike(before, after))
      const keys = new Set(keysOf(before))
      assert.ok(similarKeys(after).some((key) => keys.has(key)))
    })

    test(`are not alike when reference and time differ alone (layout ${layout})`, async () => {
      const other = await draw({ time: '16:05:51', reference: '4417 2093 6628 1195' }, layout)
      assert.ok(!isAlike(await fingerprint(await draw({}, layout)), await fingerprint(other)))
    })
  }

  test('are not alike when they have hardly any text', async () => {
    const blank = await sharp({ create: { width: 700, height: 1400, channels: 3, background: '#eee' } })
      .png()
      .toBuffer()
    const empty = await fingerprint(blank)
    assert.equal(empty.length, 0)
    assert.ok(!isAlike(empty, empty))
  })
})

suite('the fingerprint of a picture', () => {
  test('is at most 9 KiB, also of noise, and of extreme shapes', async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
    for (const [width, height] of [
      [1200, 2400],
      [4000, 3],
      [3, 4000],
      [1, 1],
    ] as const) {
      const picture = await sharp({ create: { width, height, channels: 3, background: '#888', noise } })
        .png()
        .toBuffer()
      assert.ok((await fingerprint(picture)).length <= 9 * 1024, `${width} × ${height}`)
    }
  })

  test('is made of pictures in grey, with transparency and with 16 bits', async () => {
    const expected = await fingerprint(await draw({}, 0))
    const grey = await drawReceipt(someReceipt).toColourspace('b-w').png().toBuffer()
    const deep = await drawReceipt(someReceipt).toColourspace('rgb16').png().toBuffer()
    for (const picture of [grey, deep]) assert.ok(isAlike(await fingerprint(picture), expected))
  })
})
