<?php
// $rawBody: el cuerpo tal como llegó, file_get_contents('php://input').
function verify(string $secret, array $headers, string $rawBody): array {
    $id = $headers['webhook-id'];
    $timestamp = $headers['webhook-timestamp'];
    if (abs(time() - (int) $timestamp) > 300) throw new Exception('Demasiado viejo');
    $key = base64_decode(preg_replace('/^whsec_/', '', $secret));
    $wanted = base64_encode(hash_hmac('sha256', "$id.$timestamp.$rawBody", $key, true));
    foreach (explode(' ', $headers['webhook-signature']) as $given) {
        if (hash_equals($wanted, preg_replace('/^v1,/', '', $given))) return json_decode($rawBody, true);
    }
    throw new Exception('La firma no coincide');
}
