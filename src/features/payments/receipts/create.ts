import { Type } from 'typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { invalid, notFound, unavailable } from '../../../core/errors/errors.ts'
import type { App } from '../../../core/http/app.ts'
import { idempotentPost, willReplay } from '../../../core/http/idempotency.ts'
import { Body, SingleLine } from '../../../core/http/schema.ts'
import { limitPerAddress } from '../../../core/limits/rate-limit.ts'
import { PaymentState } from '../../orders/payment.ts'
import { findOrderByToken } from './find-order.ts'
import { prepareToSave } from './prepare.ts'
import { MAX_RECEIPT_MS, RECEIPT_LIMIT, receiptRoutes, type SentReceipt } from './receive.ts'
import { t } from '../../../core/texts/text.ts'

const NewReceipt = Body({
  token: SingleLine({ max: 64, description: 'La última parte de `trackingUrl`' }),
  file: Type.Unsafe<Blob>({
    type: 'string',
    format: 'binary',
    description: 'La foto o el PDF del comprobante',
  }),
})

export function createReceiptRoute(app: App) {
  receiptRoutes(app, (instance, receive) => {
    instance.post('/orders/receipt', {
      config: {
        maxHandlerMs: MAX_RECEIPT_MS,
        idempotent: true,
        onDomains: true,
        errors: ['402', 'NOT_FOUND', 'RECEIPT_NOT_EXPECTED', 'LIMIT_REACHED'],
      },
      schema: {
        operationId: 'createReceipt',
        summary: 'Enviar el comprobante de un pago',
        description:
          'Una foto (JPEG, PNG, WebP o AVIF, de hasta 15 MiB) o un PDF de hasta 5 MiB, para un pedido por transferencia o Pix. ' +
          'Solo lo ve el equipo de la tienda; se borra a los 180 días. Hasta cinco por pedido, y 10 MiB entre todos.',
        consumes: ['multipart/form-data'],
        body: NewReceipt,
        response: { 201: Type.Object({ state: PaymentState }) },
      },
      validatorCompiler: () => () => true,
      onRequest: limitPerAddress(RECEIPT_LIMIT),
      handler: (request, reply) => receive(request, (sent) => createOnce(app, sent, request, reply)),
    })
  })
}

async function createOnce(
  app: App,
  { file, field }: SentReceipt,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const token = field('token')
  if (!token)
    throw invalid('token', 'required', t('Falta el token: es la última parte de la dirección del pedido'))
  const order = await findOrderByToken(app.sql, token)
  const { domainStore } = request
  if (domainStore && domainStore.storeId !== order.storeId) throw notFound(t('El pedido'))
  request.body = { storeId: order.storeId, orderId: order.orderId, sha256: file.sha256 }
  const save = (await willReplay(request as Repeatable))
    ? null
    : await prepareToSave(app, order, file, request.clientAddress)
  return await idempotentPost(
    () => app.sql,
    (sql) => {
      if (!save) throw unavailable() // the stored response was there before
      return save(sql)
    },
    201,
  )(request, reply)
}

type Repeatable = FastifyRequest<{ Body: { storeId: string } }>
