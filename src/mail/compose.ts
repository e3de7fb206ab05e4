import { html } from '../core/http/html.ts'
import type { Mail } from './mail.ts'
import { wordsOf, type Words } from './words.ts'

/** A mail in full, the same words as plain text and as HTML. */
export function composeMail(mail: Mail, publicUrl: string): { subject: string; text: string; html: string } {
  const words = wordsOf(mail, `${publicUrl}/panel`)
  return { subject: words.subject, text: plain(words), html: page(words) }
}

const SIGNATURE = 'Vitrina'

function plain({ lines, button, href }: Words): string {
  return [...lines, `${button}:\n${href}`, `-- \n${SIGNATURE}`].join('\n\n')
}

// Mail programs know no style sheets: each element carries its own.
function page({ subject, lines, button, href }: Words): string {
  const ink = 'color:#1c1b19;font:16px/1.5 system-ui,-apple-system,Segoe UI,Roboto,Arial,sans-serif'
  const pill =
    'display:inline-block;padding:12px 20px;border-radius:8px;background:#1c1b19;color:#ffffff;text-decoration:none'
  return html`<!doctype html><html lang="es"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${subject}</title></head><body style="margin:0;padding:24px 16px;background:#f5f4f1;${ink}"><div style="max-width:520px;margin:0 auto;padding:28px 24px;border-radius:12px;background:#ffffff"><h1 style="margin:0 0 16px;font-size:20px;line-height:1.3">${subject}</h1>${lines.map((line) => html`<p style="margin:0 0 16px">${line}</p>`)}<p style="margin:24px 0"><a href="${href}" style="${pill}">${button}</a></p><p style="margin:0;font-size:13px;color:#6b675f">Si el botón no abre, copia esta dirección: <br><a href="${href}" style="color:#6b675f;word-break:break-all">${href}</a></p></div><p style="margin:16px auto 0;text-align:center;font-size:13px;color:#6b675f">${SIGNATURE}</p></body></html>`
    .markup
}
