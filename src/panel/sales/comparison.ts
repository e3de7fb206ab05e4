/** The change against the previous period, which has a name: `la semana anterior`. */
export function comparison(now: number, before: number, name: string): string {
  if (before === 0) return now === 0 ? `como ${name}` : `${name}, nada`
  const percent = Math.round(((now - before) / before) * 100)
  if (percent === 0) return `como ${name}`
  return `${Math.abs(percent)}\u00a0% ${percent > 0 ? 'más' : 'menos'} que ${name}`
}
