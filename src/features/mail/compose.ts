import { html, type Html } from '../../core/http/html.ts'
import type { Language } from '../../core/texts/language.ts'
import { languageTag, t, wordingIn } from '../../core/texts/text.ts'
import { accountMails } from './account-mails.ts'
import type { Mail, MailContent } from './mail.ts'
import { storeMails } from './store-mails.ts'

/**
 * A mail in full, the same content as plain text and as HTML.
 * @param panelUrl the origin of the panel
 * @param slug of the store that it is about, if any
 * @param language of who reads it
 */
export function composeMail(mail: Mail, panelUrl: string, slug: string | null, language: Language) {
  const panel = `${panelUrl}/panel`
  const write = { ...storeMails, ...accountMails }[mail.event] as Write
  const content = write(mail.payload, panel, slug === null ? panel : `${panel}/t/${slug}`)
  return {
    subject: wordingIn(content.subject, language),
    text: plain(content, language),
    html: page(content).in(language),
  }
}

type Write = (about: object, panel: string, own: string) => MailContent

const SIGNATURE = 'Vitrina'

function plain({ lines, code, link }: MailContent, language: Language): string {
  const texts = lines.map((line) => wordingIn(line, language))
  const parts = [...texts, link && `${wordingIn(link.button, language)}:\n${link.href}`, `-- \n${SIGNATURE}`]
  return (code ? [code, ...parts] : parts).filter(Boolean).join('\n\n')
}

// Mail clients ignore style sheets: each element has inline styles.
const ink = 'color:#1c1b19;font:16px/1.5 system-ui,-apple-system,Segoe UI,Roboto,Arial,sans-serif'
const card = 'max-width:520px;margin:0 auto;padding:28px 24px;border-radius:12px;background:#ffffff'
const pill =
  'display:inline-block;padding:12px 20px;border-radius:8px;background:#1c1b19;color:#ffffff;text-decoration:none'
const digits = 'margin:24px 0;font:700 32px/1.2 ui-monospace,Menlo,Consolas,monospace;letter-spacing:6px'

function page({ subject, lines, code, link }: MailContent): Html {
  return html`<!doctype html>
<html lang="${languageTag}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${subject}</title>
</head>
<body style="margin:0;padding:24px 16px;background:#f5f4f1;${ink}">
<div style="${card}">
<h1 style="margin:0 0 16px;font-size:20px;line-height:1.3">${subject}</h1>
${code && html`<p style="${digits}">${code}</p>`}
${lines.map((line) => html`<p style="margin:0 0 16px">${line}</p>`)}
${link && button(link)}
</div>
<p style="margin:16px auto 0;text-align:center;font-size:13px;color:#6b675f">${SIGNATURE}</p>
</body>
</html>`
}

const button = ({ button, href }: NonNullable<MailContent['link']>) => html`
<p style="margin:24px 0"><a href="${href}" style="${pill}">${button}</a></p>
<p style="margin:0;font-size:13px;color:#6b675f">${t('Si el botón no abre, copia esta dirección:')} <br>
<a href="${href}" style="color:#6b675f;word-break:break-all">${href}</a></p>`
