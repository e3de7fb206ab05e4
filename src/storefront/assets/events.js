// Sends the events of the owner's statistics: added to cart, order placed. The session id is random and ends with the visit.
// Nothing is sent under Do Not Track or Global Privacy Control.

const { store } = document.body.dataset

export function sendEvent(type) {
  if (navigator.doNotTrack === '1' || navigator.globalPrivacyControl) return
  const event = JSON.stringify({ storeId: store, type, sessionId: visit() })
  navigator.sendBeacon?.('/api/catalog/events', new Blob([event], { type: 'application/json' }))
}

function visit() {
  try {
    return (sessionStorage['vitrina:visita'] ??= crypto.randomUUID())
  } catch {
    return 'visita'
  }
}
