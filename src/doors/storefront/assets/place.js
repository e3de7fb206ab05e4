// The phone's place: never stored, and sent with the order alone.

const texts = {
  1: t('No diste permiso, y no hace falta: con la dirección basta.'),
  0: t('Tu teléfono no pudo decir dónde está. No hace falta: con la dirección basta.'),
}

export async function changePlace({ children: [button, status, field] }) {
  if (field.value) {
    field.value = ''
    button.textContent = t('Agregar mi ubicación')
    status.textContent = t('Quitamos tu ubicación del pedido.')
    return
  }
  button.disabled = true
  status.textContent = t('Buscando dónde estás…')
  try {
    const { coords } = await new Promise((resolve, reject) =>
      navigator.geolocation.getCurrentPosition(resolve, reject, {
        enableHighAccuracy: true,
        timeout: 15_000,
        maximumAge: 60_000,
      }),
    )
    field.value = [coords.latitude, coords.longitude].map((degrees) => degrees.toFixed(5)).join()
    button.textContent = t('Quitar mi ubicación')
    status.textContent = t('Agregamos tu ubicación: solo la verá la tienda.')
  } catch ({ code }) {
    status.textContent = texts[code] ?? texts[0]
  } finally {
    button.disabled = false
  }
}
