// Subscribes this device to notifications of new orders: requests permission, subscribes, and sends the subscription by the form.

customElements.define(
  'push-switch',
  class extends HTMLElement {
    connectedCallback() {
      this.addEventListener('submit', (event) => this.onSubmit(event), { capture: true })
      this.onMorph = () => void this.show()
      document.addEventListener('morph', this.onMorph)
      void this.show()
    }

    disconnectedCallback() {
      document.removeEventListener('morph', this.onMorph)
    }

    async show() {
      const able = 'PushManager' in window && navigator.serviceWorker
      if (!able)
        return this.showMessage(
          t('Este navegador no puede avisarte. En un iPhone, agrega el panel a la pantalla de inicio.'),
        )
      if (Notification.permission === 'denied')
        return this.showMessage(
          t('Bloqueaste los avisos de este sitio: permítelos en los ajustes del navegador y vuelve.'),
        )
      const registration = await navigator.serviceWorker.getRegistration('/panel')
      const subscription = await registration?.pushManager.getSubscription()
      const known = this.dataset.known.split(' ')
      if (subscription && known.includes(subscription.endpoint))
        return this.showMessage(t('Este dispositivo ya te avisa.'))
      this.querySelector('#push-on').hidden = false
      this.querySelector('#push-state').hidden = true
    }

    showMessage(text) {
      const state = this.querySelector('#push-state')
      state.textContent = text
      state.hidden = false
      this.querySelector('#push-on').hidden = true
    }

    onSubmit(event) {
      const form = event.target
      if (form.elements.endpoint.value) return
      event.preventDefault()
      event.stopPropagation()
      void this.fill(form)
    }

    async fill(form) {
      if ((await Notification.requestPermission()) !== 'granted') return this.show()
      try {
        const { pushManager } = await navigator.serviceWorker.ready
        const { endpoint, keys } = (await subscribe(pushManager, this.dataset.key)).toJSON()
        for (const [name, value] of Object.entries({ endpoint, ...keys }))
          if (form.elements[name]) form.elements[name].value = value
        form.requestSubmit()
      } catch {
        this.showMessage(
          t('El navegador no pudo activar los avisos. Revisa tu conexión y vuelve a intentarlo.'),
        )
      }
    }
  },
)

/** Replaces a subscription that was made for another VAPID key. */
async function subscribe(manager, applicationServerKey) {
  const options = { userVisibleOnly: true, applicationServerKey }
  try {
    return await manager.subscribe(options)
  } catch (error) {
    if (error.name !== 'InvalidStateError') throw error
    await (await manager.getSubscription())?.unsubscribe()
    return manager.subscribe(options)
  }
}
