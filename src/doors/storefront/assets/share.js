import { showToast } from './page.js'

export async function shareLink(url) {
  try {
    if (navigator.share) await navigator.share({ title: document.title, url })
    else {
      await navigator.clipboard.writeText(url)
      showToast(t('Copiamos el enlace'))
    }
  } catch {
    // The shopper changed their mind.
  }
}
