-- Creates one object per request, each under an idempotency key of its own.
-- wrk ... -- PREFIX CONTENT_TYPE BODY
local prefix, content_type, body
local count = 0

function init(arguments)
    prefix, content_type, body = arguments[1], arguments[2], arguments[3]
end

function request()
    count = count + 1
    return wrk.format("POST", nil, {
        ["Content-Type"] = content_type,
        ["Idempotency-Key"] = prefix .. "-" .. count,
    }, body)
end
