/** Prices and stocks as a table of cells: arrow keys, filling down, pasting a column. */
class PriceGrid extends HTMLElement {
  connectedCallback() {
    this.addEventListener('focusin', ({ target }) => target.matches(CELL) && target.select())
    this.addEventListener('keydown', (event) => this.onKey(event))
    this.addEventListener('paste', (event) => this.onPaste(event))
    this.addEventListener('input', () => this.mark())
  }

  onKey(event) {
    const { key, target: cell } = event
    if (!cell.matches(CELL)) return
    const [at, end] = [cell.selectionStart, cell.selectionEnd]
    const isWhole = end - at === cell.value.length
    const isFill = key.toLowerCase() === 'd' && (event.ctrlKey || event.metaKey)
    if (isFill) write(cell, below(cell, -1)?.value)
    else if (key === 'ArrowDown' && event.shiftKey) write(go(below(cell, 1)), cell.value)
    else if (key === 'ArrowDown' || (key === 'Enter' && !event.shiftKey && !event.ctrlKey)) go(below(cell, 1))
    else if (key === 'ArrowUp' || (key === 'Enter' && event.shiftKey)) go(below(cell, -1))
    else if (key === 'ArrowRight' && (isWhole || at === cell.value.length)) go(beside(cell, 1))
    else if (key === 'ArrowLeft' && (isWhole || end === 0)) go(beside(cell, -1))
    else return
    event.preventDefault()
  }

  /** What was copied from a sheet: lines are rows, tabs are columns. */
  onPaste(event) {
    const lines = event.clipboardData
      .getData('text')
      .replace(/\r?\n$/, '')
      .split(/\r?\n/)
    if (!event.target.matches(CELL) || (lines.length < 2 && !lines[0].includes('\t'))) return
    event.preventDefault()
    for (let first = event.target, n = 0; first && n < lines.length; first = below(first, 1), n++)
      lines[n].split('\t').reduce((cell, text) => write(cell, text.trim()) && beside(cell, 1), first)
  }

  mark() {
    const cells = [...this.querySelectorAll(CELL)]
    for (const cell of cells) cell.toggleAttribute('data-changed', cell.value !== cell.defaultValue)
    const count = this.querySelectorAll('[data-changed]').length
    this.querySelector('.button.main').textContent = count ? t('Guardar {count}', { count }) : t('Guardar')
  }
}

const CELL = 'td input[aria-label]'

const go = (cell) => {
  cell?.focus()
  return cell
}

function write(cell, value) {
  if (!cell || value === undefined) return null
  cell.value = value
  cell.dispatchEvent(new Event('input', { bubbles: true }))
  return cell
}

/** The next cell of the column that has a field; or of the row. */
function below(cell, by) {
  const { cellIndex, parentElement } = cell.closest('td')
  const rows = [...parentElement.parentElement.rows]
  for (let n = rows.indexOf(parentElement) + by; rows[n]; n += by) {
    const field = rows[n].cells[cellIndex]?.querySelector(CELL)
    if (field) return field
  }
}

function beside(cell, by) {
  const cells = [...cell.closest('tr').querySelectorAll(CELL)]
  return cells[cells.indexOf(cell) + by]
}

customElements.define('price-grid', PriceGrid)
