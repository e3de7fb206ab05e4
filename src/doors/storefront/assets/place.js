// The phone's place: never stored, and sent with the order alone.

const texts = {
  1: 'No diste permiso, y no hace falta: con la dirección basta.',
  0: 'Tu teléfono no pudo decir dónde está. No hace falta: con la dirección basta.',
}

/** Adds the place, to a metre, or removes it. */
export async function changePlace(box, present) {
  const [button, status] = box.children
  if (present) {
    button.textContent = 'Agregar mi ubicación'
    status.textContent = 'Quitamos tu ubicación del pedido.'
    return null
  }
  button.disabled = true
  status.textContent = 'Buscando dónde estás…'
  try {
    const { coords } = await new Promise((resolve, reject) =>
      navigator.geolocation.getCurrentPosition(resolve, reject, {
        enableHighAccuracy: true,
        timeout: 15_000,
        maximumAge: 60_000,
      }),
    )
    const [latitude, longitude] = [coords.latitude, coords.longitude].map((degrees) =>
      Number(degrees.toFixed(5)),
    )
    button.textContent = 'Quitar mi ubicación'
    status.textContent = 'Agregamos tu ubicación: solo la verá la tienda.'
    return { latitude, longitude }
  } catch ({ code }) {
    status.textContent = texts[code] ?? texts[0]
    return null
  } finally {
    button.disabled = false
  }
}
