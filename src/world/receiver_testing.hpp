// For tests of deliveries without a socket: begins what is due, makes the requests of attempts and
// reports what a receiver would have answered.
//
//     Tester shop("packs/parcel");
//     Receiver receiver(shop.world());
//     receiver.answers = {500, 200};            // then 200 for ever
//     shop.post_json(...); receiver.take();     // everything that is due now
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "json/parse.hpp"
#include "world/tester_testing.hpp"

namespace understudy::world {

class Receiver {
public:
    explicit Receiver(World& world) : world_(world) {}

    struct Got {
        std::string delivery;  // "dlv_1"
        std::string at;        // the world's time
        Outgoing sent;

        json::Value body() const { return *json::parse(*sent.body); }
        std::string type() const { return std::string(body().find("type")->as_string()); }
        std::string header(std::string_view name) const {
            for (const auto& [key, value] : sent.headers) {
                if (key == name) return value;
            }
            return {};
        }
    };

    std::vector<int> answers;                        // 0: it hangs; used up one by one, then 200
    std::function<void(const Got&)> while_handling;  // before it answers
    std::vector<Got> got;
    base::Instant wall{1'800'000'000, 0};
    std::vector<Ended> ended;

    // Begins what is due and handles it, until nothing is due any more.
    void take() { handle(world_.apply(Send{})); }

    void handle(std::variant<Outcome, Refused> done) {
        auto* outcome = std::get_if<Outcome>(&done);
        ASSERT_NE(outcome, nullptr);
        handle(*outcome);
    }
    void handle(const Outcome& outcome) {
        for (const Ended& one : outcome.ended) ended.push_back(one);
        for (const Begun& begun : outcome.begun) handle(report_of(begun));
    }

    // The report of one attempt, made as a host makes it.
    Outcome report_of(const Begun& begun) {
        auto made = world_.outgoing(begun, wall);
        if (!made || !*made) {
            ADD_FAILURE() << "nothing to send";
            return {};
        }
        Got one{"dlv_" + std::to_string(begun.delivery), base::to_rfc3339(world_.now()),
                std::move(**made)};
        Report report;
        report.delivery = begun.delivery;
        report.attempt = begun.attempt;
        report.url = one.sent.url;
        report.sent = one.sent.headers;
        report.sent_body = one.sent.body;
        if (while_handling) while_handling(one);
        const int status = answers.empty() ? 200 : answers.front();
        if (!answers.empty()) answers.erase(answers.begin());
        report.status = status;
        if (status == 0) report.trouble = "timeout";
        report.body = "seen";
        got.push_back(std::move(one));
        auto done = world_.apply(report);
        return std::get<Outcome>(std::move(done));
    }

    // Advances and handles what comes; the events that fired.
    std::string advance(const std::string& by) {
        Advance advance;
        advance.by = base::parse_duration(by);
        auto done = world_.apply(advance);
        if (auto* refused = std::get_if<Refused>(&done)) return text_of(*refused);
        Outcome outcome = std::get<Outcome>(std::move(done));
        if (outcome.under_way == 0) return json::write(*outcome.result.find("fired"));
        const std::uint64_t number = outcome.under_way;
        ended.clear();
        handle(outcome);
        for (const Ended& one : ended) {
            if (one.advance != number) continue;
            if (const auto* refused = std::get_if<Refused>(&one.result)) return text_of(*refused);
            return json::write(*std::get<json::Value>(one.result).find("fired"));
        }
        return "it did not come to its end";
    }

    // `charge.created at 00:00:00`, one a line.
    std::string seen() const {
        std::string text;
        for (const Got& one : got) {
            text += one.delivery + ' ' + one.type() + ' ' + one.at.substr(11, 8) + '\n';
        }
        return text;
    }
    // Of each delivery: `dlv_1 charge.created delivered: ok`.
    std::string log() const {
        std::string text;
        const World::Page page = world_.deliveries({}, 0, 1000);
        for (const json::Value& one : page.data) {
            text += std::string(one.find("id")->as_string()) + ' ' +
                    std::string(one.find("event_type")->as_string()) + ' ' +
                    std::string(one.find("state")->as_string());
            if (const json::Value* reason = one.find("reason")) {
                text += " (" + std::string(reason->as_string()) + ')';
            }
            text += ':';
            for (const json::Value& attempt : one.find("attempts")->items()) {
                const json::Value& outcome = *attempt.find("outcome");
                text += ' ' + (outcome.is_null() ? "-" : std::string(outcome.as_string()));
            }
            text += '\n';
        }
        return text;
    }

private:
    World& world_;
};

}  // namespace understudy::world
