import { showToast } from './page.js'

export function onTaps() {
  document.addEventListener('click', ({ target }) => {
    const button = target.closest('[data-copy], [data-share], [data-print]')
    if (!button) return
    const { copy, share, title, noted } = button.dataset
    if (copy !== undefined) void copyText(copy)
    else if (share !== undefined) void shareLink(share, title, noted)
    else print()
  })
}

export function backToList() {
  document.addEventListener('click', (event) => {
    const link = event.target.closest('a.back')
    if (!link || link.search || event.ctrlKey || event.metaKey || event.shiftKey || !globalThis.navigation)
      return
    const before = navigation.entries().slice(0, navigation.currentEntry.index)
    const left = before.findLast(({ url }) => new URL(url).pathname === link.pathname)
    if (!left) return
    event.preventDefault()
    navigation.traverseTo(left.key)
  })
}

async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text)
    showToast(t('Copiado'))
  } catch {
    showToast(t('Tu navegador no deja copiar: mantén presionado el texto.'))
  }
}

/** @param noted an address to be requested, so that the guide knows; it redirects elsewhere */
async function shareLink(url, title, noted) {
  fetch(noted, { redirect: 'manual' }).catch(() => {}) // without a connection
  if (!navigator.share) return copyText(url)
  await navigator.share({ title, url }).catch(() => {}) // they changed their mind
}
