import { showToast } from './page.js'

// Buttons that only work with JavaScript.

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

async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text)
    showToast('Copiado')
  } catch {
    showToast('Tu navegador no deja copiar: mantén presionado el texto.')
  }
}

/** @param noted an address to be requested, so that the guide knows; it redirects elsewhere */
async function shareLink(url, title, noted) {
  fetch(noted, { redirect: 'manual' }).catch(() => {}) // without a connection
  if (!navigator.share) return copyText(url)
  await navigator.share({ title, url }).catch(() => {}) // they changed their mind
}
