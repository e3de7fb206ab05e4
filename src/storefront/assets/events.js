// What the store's owner learns of a visit: that something was put in a cart, that an order was made. The visit has a
// random name that ends with it; who asks not to be followed is not counted.

const { store } = document.body.dataset

export function tell(type, metadata) {
  if (navigator.doNotTrack === '1' || navigator.globalPrivacyControl) return
  const event = JSON.stringify({ storeId: store, type, sessionId: visit(), metadata })
  navigator.sendBeacon?.('/api/catalog/events', new Blob([event], { type: 'application/json' }))
}

function visit() {
  try {
    return (sessionStorage['vitrina:visita'] ??= crypto.randomUUID())
  } catch {
    return 'visita'
  }
}
