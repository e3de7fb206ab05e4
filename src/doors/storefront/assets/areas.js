// Makes the list of areas a combobox; the list stays the form's field.

const fold = (text) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
const codeOf = (text) => text.replace(/[\s-]/g, '').toLowerCase()

/** @param remembered the area of the last order, chosen where none is */
export function startAreas(remembered, chosen) {
  const select = document.querySelector('select[name=areaId]')
  if (!select || select.hidden) return
  const input = document.createElement('input')
  const list = document.createElement('ul')
  let codes
  let active = -1
  const areas = [...select.options].slice(1).map(({ value, text }) => {
    const item = document.createElement('li')
    item.id = `zona-${value}`
    item.role = 'option'
    item.append(text)
    return { value, text, item, folded: fold(text.replace(/\s·\s[^·]*$/, '')) }
  })
  select.id = ''
  select.hidden = true
  list.id = 'zonas'
  list.role = 'listbox'
  list.ariaLabel = t('Zonas')
  list.hidden = true
  for (const [name, value] of Object.entries({
    id: 'areaId', role: 'combobox', autocomplete: 'off', 'aria-autocomplete': 'list', 'aria-controls': 'zonas',
    'aria-describedby': 'areaId-wrong', 'aria-expanded': 'false', placeholder: t('Barrio o código postal'), enterkeyhint: 'done',
  })) input.setAttribute(name, value) // prettier-ignore
  if (document.activeElement === select) setTimeout(() => input.focus())
  select.after(input, list)
  const wrong = document.getElementById('areaId-wrong')
  if (wrong.textContent) input.setAttribute('aria-invalid', 'true')

  const shown = () => [...list.children].map(({ id }) => areas.find(({ item }) => item.id === id))
  const open = (isOpen) => {
    list.hidden = !isOpen
    input.ariaExpanded = isOpen
    if (!isOpen) mark(-1)
  }
  const mark = (n) => {
    list.children[active]?.removeAttribute('aria-selected')
    const item = list.children[(active = n)]
    if (item) item.ariaSelected = 'true'
    input.setAttribute('aria-activedescendant', item?.id ?? '')
    item?.scrollIntoView({ block: 'nearest' })
  }
  const filter = (text) => {
    const query = fold(text.trim())
    const code = codeOf(query)
    const byCode = ({ value }) => codes?.[value]?.some((one) => code.startsWith(one) || one.startsWith(code))
    const found = areas.filter((area) => area.folded.includes(query) || (/\d/.test(code) && byCode(area)))
    found.sort((a, b) => b.folded.startsWith(query) - a.folded.startsWith(query))
    list.replaceChildren(...found.map(({ item }) => item))
    open(found.length > 0)
    mark(query && found.length > 0 ? 0 : -1)
    wrong.textContent = found.length > 0 ? '' : t('Ninguna zona se llama así: revisa cómo lo escribiste.')
    if (/\d/.test(code) && !codes) void readCodes()
  }
  const readCodes = async () => {
    codes = {}
    try {
      const read = await (await fetch(select.dataset.codes)).json()
      for (const [id, all] of Object.entries(read)) codes[id] = all.map(codeOf)
    } catch {
      return (codes = undefined) // names are found all the same
    }
    if (document.activeElement === input) filter(input.value)
  }
  const choose = ({ value, text }) => {
    const isOther = select.value !== value
    select.value = value
    input.value = text
    input.removeAttribute('aria-invalid')
    wrong.textContent = ''
    open(false)
    if (isOther) chosen()
  }
  const restore = () => {
    input.value = select.value ? select.selectedOptions[0].text : ''
    open(false)
  }

  input.addEventListener('focus', () => {
    input.select()
    filter('')
  })
  input.addEventListener('click', () => list.hidden && filter(''))
  input.addEventListener('input', () => filter(input.value))
  input.addEventListener('blur', restore)
  list.addEventListener('pointerdown', (event) => event.preventDefault())
  list.addEventListener('click', ({ target }) => {
    const area = areas.find(({ item }) => item.contains(target))
    if (area) choose(area)
  })
  input.addEventListener('keydown', (event) => {
    const { key } = event
    const count = list.children.length
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      if (list.hidden) filter('')
      else if (count > 0) mark((active + (key === 'ArrowDown' ? 1 : active < 0 ? 0 : -1) + count) % count)
    } else if (key === 'Enter') {
      if (!list.hidden && active >= 0) choose(shown()[active])
    } else if (key === 'Escape' && !list.hidden) restore()
    else return
    event.preventDefault()
  })

  const last = areas.find(({ value }) => value === remembered)
  if (last && !select.value) choose(last)
  else restore()
}
