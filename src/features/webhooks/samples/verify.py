import base64, hashlib, hmac, json, time

# raw_body: los bytes del cuerpo tal como llegaron, antes de leerlos como JSON.
def verify(secret, headers, raw_body):
    msg_id = headers["webhook-id"]
    timestamp = headers["webhook-timestamp"]
    if abs(time.time() - int(timestamp)) > 300:
        raise ValueError("Demasiado viejo")
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{msg_id}.{timestamp}.".encode() + raw_body
    wanted = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    given = [one.removeprefix("v1,") for one in headers["webhook-signature"].split(" ")]
    if not any(hmac.compare_digest(one, wanted) for one in given):
        raise ValueError("La firma no coincide")
    return json.loads(raw_body)
