import type { OrderRow } from '../../orders/order.ts'

/** A sample order, for a store that has none yet. */
export function sampleOrder(currency: string): OrderRow {
  const at = new Date().toISOString()
  const item = {
    productId: '',
    variantId: null,
    variantName: 'Grande',
    unitPrice: 100,
    quantity: 2,
    subtotal: 200,
  }
  return {
    id: 'ejemplo',
    orderNumber: 'PED-7K3QXM',
    status: 'pending',
    customerName: 'Ana Morales',
    customerPhone: '+50255551234',
    customerAddress: '4a calle 7-20, zona 1',
    items: [{ ...item, productName: 'Producto de ejemplo' }],
    currency,
    subtotal: 200,
    discountCode: null,
    discountAmount: null,
    shippingName: 'Envío a domicilio',
    shippingPrice: 35,
    deliveryKind: 'delivery',
    wantedAt: null,
    notifyCustomer: false,
    total: 235,
    notes: 'Tocar el timbre',
    timeline: [],
    trackingToken: 'ejemplo',
    notificationState: 'NOT_CONFIGURED',
    notificationReason: null,
    notificationUpdatedAt: at,
    createdAt: at,
    updatedAt: at,
  } as unknown as OrderRow
}
