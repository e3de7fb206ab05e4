import { showToast } from './page.js'

// Buttons that only work with JavaScript.

export function onTaps() {
  document.addEventListener('click', ({ target }) => {
    const button = target.closest('[data-copy], [data-share], [data-print]')
    if (!button) return
    const { copy, share, title } = button.dataset
    if (copy !== undefined) void copyText(copy)
    else if (share !== undefined) void shareLink(share, title)
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

async function shareLink(url, title) {
  if (!navigator.share) return copyText(url)
  await navigator.share({ title, url }).catch(() => {}) // they changed their mind
}
