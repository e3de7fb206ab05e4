// A table's link: its checkout is for that table while the tab lives.
const tableKey = `vitrina:${document.body.dataset.shop}:mesa`
export let table = new URLSearchParams(location.search).get('mesa')
try {
  if (table) sessionStorage[tableKey] = table
  else table = sessionStorage[tableKey]
} catch {
  // Without a storage the checkout asks for it.
}
