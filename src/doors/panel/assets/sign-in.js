import './corrected.js'

// A button that shows the password, and passkeys, which need this script.

customElements.define(
  'show-password',
  class extends HTMLElement {
    connectedCallback() {
      const input = this.querySelector('input')
      const button = document.createElement('button')
      button.type = 'button'
      button.className = 'quiet'
      const show = (isShown) => {
        input.type = isShown ? 'text' : 'password'
        button.textContent = isShown ? t('Ocultar') : t('Mostrar')
        button.setAttribute('aria-pressed', isShown)
      }
      button.setAttribute('aria-label', t('Mostrar la contraseña'))
      button.addEventListener('click', () => show(input.type === 'password'))
      input.form.addEventListener('submit', () => show(false))
      show(false)
      input.after(button)
    }
  },
)

const passkeys = window.PublicKeyCredential

customElements.define(
  'passkey-offer',
  class extends HTMLElement {
    connectedCallback() {
      this.hidden = !passkeys
    }
  },
)

customElements.define(
  'passkey-form',
  class extends HTMLElement {
    connectedCallback() {
      this.form = this.querySelector('form')
      this.form.addEventListener('submit', (event) => {
        if (this.form.elements.passkey.value) return
        event.preventDefault()
        void this.requestPasskey()
      })
      void this.requestPasskey()
    }

    async requestPasskey() {
      const { get, create } = this.dataset
      this.querySelector('.wrong').hidden = true
      try {
        const credential = get
          ? await navigator.credentials.get({ publicKey: toRequest(JSON.parse(get)) })
          : await navigator.credentials.create({ publicKey: toCreation(JSON.parse(create)) })
        this.form.elements.passkey.value = JSON.stringify(toJson(credential))
        this.form.requestSubmit()
      } catch {
        this.querySelector('.wrong').hidden = false
      }
    }
  },
)

const toRequest = (options) =>
  passkeys.parseRequestOptionsFromJSON?.(options) ?? {
    ...options,
    challenge: bytes(options.challenge),
    allowCredentials: options.allowCredentials?.map(withBytes),
  }

const toCreation = (options) =>
  passkeys.parseCreationOptionsFromJSON?.(options) ?? {
    ...options,
    challenge: bytes(options.challenge),
    user: { ...options.user, id: bytes(options.user.id) },
    excludeCredentials: options.excludeCredentials?.map(withBytes),
  }

const withBytes = (credential) => ({ ...credential, id: bytes(credential.id) })

/** The browser's own `toJSON`, or the same by hand. */
function toJson(credential) {
  if (credential.toJSON) return credential.toJSON()
  const { id, rawId, type, response } = credential
  const names = ['clientDataJSON', 'attestationObject', 'authenticatorData', 'signature', 'userHandle']
  const parts = names.filter((name) => response[name]).map((name) => [name, text(response[name])])
  return { id, rawId: text(rawId), type, clientExtensionResults: {}, response: Object.fromEntries(parts) }
}

const bytes = (base64url) =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))

const text = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
