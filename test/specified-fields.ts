const orderInList = {
  id: 'string', orderNumber: 'string', status: 'string', customerName: 'string', customerPhone: 'string',
  'items[].productName': 'string', 'items[].variantName': 'string,null', 'items[].quantity': 'integer',
  'items[].unitPrice': 'number', 'items[].subtotal': 'number', total: 'number', notes: 'string,null',
  createdAt: 'string',
} // prettier-ignore
const product = {
  id: 'string', name: 'string', slug: 'string', description: 'string,null', price: 'number',
  comparePrice: 'number,null', imageUrl: 'string,null', isActive: 'boolean', categoryId: 'string,null',
  'variants[].id': 'string', 'variants[].name': 'string', 'variants[].price': 'number',
  'variants[].isActive': 'boolean', createdAt: 'string', updatedAt: 'string',
} // prettier-ignore
const step = (at: string) =>
  Object.fromEntries(
    ['id', 'text', 'consequence', 'action', 'href']
      .map((name) => [`${at}.${name}`, 'string'])
      .concat(['done', 'blocking'].map((name) => [`${at}.${name}`, 'boolean'])),
  )
const page = { total: 'integer', limit: 'integer', offset: 'integer' }
const inData = (fields: Record<string, string>, at = 'data') =>
  Object.fromEntries(Object.entries(fields).map(([name, type]) => [`${at}.${name}`, type]))

/** What each operation answers with: every field that has a value of its own, with its path and types. */
const shapes: Record<string, Record<string, string>> = {
  createOrder: { id: 'string', orderNumber: 'string' },
  createReview: { id: 'string' },
  checkSlug: { available: 'boolean' },
  createCatalogEvent: { ok: 'boolean' },
  getHealth: { status: 'string', timestamp: 'string' },
  getReady: { status: 'string', database: 'string', timestamp: 'string' },
  listProducts: { ...inData(product, 'data[]'), ...page },
  getProduct: inData(product),
  listOrders: { ...inData(orderInList, 'data[]'), ...page },
  getOrder: inData({
    ...orderInList, customerAddress: 'string,null', 'shippingOption.name': 'string', 'shippingOption.price': 'number',
    'items[].productId': 'string', 'items[].variantId': 'string,null', updatedAt: 'string',
  }), // prettier-ignore
  getTeam: inData({
    'members[].id': 'string', 'members[].role': 'string', 'pendingInvitations[].id': 'string',
    'pendingInvitations[].role': 'string', 'pendingInvitations[].expiresAt': 'string', memberTotal: 'integer',
    pendingInvitationTotal: 'integer', limit: 'integer', offset: 'integer', 'rolePermissions.OWNER[]': 'string',
    'rolePermissions.ADMIN[]': 'string', 'rolePermissions.STAFF[]': 'string', invitationDelivery: 'string',
  }), // prettier-ignore
  getOnboarding: inData({
    storeId: 'string', state: 'string', total: 'integer', completed: 'integer', ...step('steps[]'),
    ...step('pending[]'), canBeShown: 'boolean', visualVerification: 'string',
  }), // prettier-ignore
  listConnections: inData({
    storeId: 'string', source: 'string', providerVerification: 'string', 'connections[].id': 'string',
    'connections[].state': 'string', 'connections[].hint': 'string,null',
    'connections[].availableOnCurrentPlan': 'boolean',
  }), // prettier-ignore
  listWebhooks: {
    'data[].id': 'string', 'data[].destinationReference': 'string', 'data[].events[]': 'string',
    'data[].unrecognizedEventCount': 'integer', 'data[].isActive': 'boolean', 'data[].createdAt': 'string',
    'data[].updatedAt': 'string', ...page, source: 'string', delivery: 'string',
  }, // prettier-ignore
  listWebhookLogs: {
    'data[].id': 'string', 'data[].webhookId': 'string', 'data[].event': 'string,null',
    'data[].status': 'integer,null', 'data[].duration': 'integer,null', 'data[].success': 'boolean',
    'data[].attempts': 'integer', 'data[].createdAt': 'string', 'data[].processing': 'string', ...page,
    source: 'string',
  }, // prettier-ignore
  getSalesReport: inData({
    storeId: 'string', storeCurrency: 'string', timeZone: 'string', timeZoneSource: 'string', from: 'string',
    to: 'string', rangeKind: 'string', dateBasis: 'string', state: 'string', 'currencies[].currency': 'string',
    'currencies[].realOrders': 'integer', 'currencies[].completedOrders': 'integer',
    'currencies[].pendingOrders': 'integer', 'currencies[].cancelledOrders': 'integer',
    'currencies[].confirmedRevenue': 'string', 'currencies[].pendingAmount': 'string',
    'currencies[].averageCompletedOrder': 'string,null', 'dailyCompleted[].day': 'string',
    'dailyCompleted[].currency': 'string', 'dailyCompleted[].orders': 'integer',
    'dailyCompleted[].confirmedRevenue': 'string', 'topProducts[].productId': 'string',
    'topProducts[].currency': 'string', 'topProducts[].unitsSold': 'integer',
    'topProducts[].grossItemSales': 'string', ranking: 'string', 'visitors.state': 'string',
    'visitors.reason': 'string', 'conversion.state': 'string', 'attribution.state': 'string',
  }), // prettier-ignore
}

/** Every field of the specification, with the title of its test. */
export const fields = Object.entries(shapes).flatMap(([operationId, ofOperation]) =>
  Object.entries(ofOperation).map(([path, type]) => {
    const title = `${operationId} answers with ${path.replace(/^data(\[\])?\./, '')}: ${type}`
    return { operationId, path, type, title }
  }),
)
