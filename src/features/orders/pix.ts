export type PixReceiver = { pixKey: string; merchantName: string; merchantCity: string }

/**
 * The text of a static Pix QR code with an exact amount in BRL ("BR Code": EMV QRCPS merchant-presented mode, as in the Manual de
 * Padrões para Iniciação do Pix of the Banco Central do Brasil).
 * @param payment `reference` of at most 25 letters and digits comes back on the receiver's statement (txid)
 */
export function pixCode(receiver: PixReceiver, payment: { amount: number; reference: string }): string {
  const account = element('00', 'br.gov.bcb.pix') + element('01', receiver.pixKey)
  const text = [
    element('00', '01'),
    element('26', account),
    element('52', '0000'), // merchant category: not given
    element('53', '986'), // BRL
    element('54', payment.amount.toFixed(2)),
    element('58', 'BR'),
    element('59', receiver.merchantName),
    element('60', receiver.merchantCity),
    element('62', element('05', payment.reference)),
    '6304',
  ].join('')
  return text + crc16(text)
}

const element = (id: string, value: string) => `${id}${String(value.length).padStart(2, '0')}${value}`

/** CRC-16/CCITT-FALSE of ASCII text: polynomial 0x1021, initially 0xffff; four upper case digits. */
function crc16(text: string): string {
  let crc = 0xff_ff
  for (const byte of Buffer.from(text, 'latin1')) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit++) crc = (crc & 0x80_00 ? (crc << 1) ^ 0x10_21 : crc << 1) & 0xff_ff
  }
  return crc.toString(16).toUpperCase().padStart(4, '0')
}
